"""Has the tasks of a run done by Spark: spark-submit drive.py RUN [flags of mc shard next]

Set spark.task.cpus = --task-workers. mc is outside the JVM: on YARN and Kubernetes
spark.executor.memoryOverhead is at least --task-memory, times the tasks at once, and a fifth more.
Never set spark.executor.pyspark.memory: it limits the address space, and no Go program starts then.
mc is built with CGO_ENABLED=0; all see RUN under one path. If this is killed, the same command goes on.
"""
import subprocess, sys
from pyspark import SparkContext

def do(line):
    subprocess.run(line, shell=True, check=True)

sc = SparkContext(appName="mc shard")
before, rounds = "", 0
while True:
    p = subprocess.run(["mc", "shard", "next", "--run", *sys.argv[1:]], stdout=subprocess.PIPE, text=True)
    if p.returncode or not p.stdout:
        sys.exit(p.returncode)
    before, rounds = p.stdout, rounds + 1 if p.stdout == before else 1
    if rounds > 5:
        sys.exit("mc: five rounds did none of:\n" + p.stdout)
    lines = p.stdout.splitlines()
    try:
        sc.parallelize(lines, len(lines)).foreach(do)
    except Exception as failed:  # some tasks, after Spark's own tries; what is left is told again
        print(failed, file=sys.stderr)
