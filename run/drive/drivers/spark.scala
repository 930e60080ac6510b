// Has the tasks of a run done by Spark, with no Python on its workers:
//   RUN=/shared/run NEXT='flags of mc shard next' spark-shell -i drive.scala
// Set spark.task.cpus = --task-workers. mc is outside the JVM: on YARN and Kubernetes
// spark.executor.memoryOverhead is at least --task-memory, times the tasks at once, and a fifth more.
// mc is built with CGO_ENABLED=0; all see RUN under one path. If this is killed, the same command goes on.
{
  import scala.sys.process._
  val ask = Seq("mc", "shard", "next", "--run", sys.env("RUN")) ++ sys.env.getOrElse("NEXT", "").split(" +").filter(_ != "")
  var (before, rounds, over) = (Seq[String](), 0, false)
  while (!over) {
    var lines = Seq[String]()
    val code = Process(ask) ! ProcessLogger(line => lines :+= line, line => Console.err.println(line))
    if (code != 0) sys.exit(code)
    rounds = if (lines == before) rounds + 1 else 1
    before = lines
    over = lines.isEmpty
    if (!over && rounds > 5) { Console.err.println("mc: five rounds did none of:\n" + lines.mkString("\n")); sys.exit(1) }
    // Where some tasks fail, after Spark's own tries, what is left is told again.
    val sh = Seq("xargs", "-d", "\n", "-I{}", "sh", "-c", "{}")
    try { if (!over) sc.parallelize(lines, lines.length).pipe(sh).count() }
    catch { case e: Exception => Console.err.println(e) }
  }
  sys.exit(0)
}
