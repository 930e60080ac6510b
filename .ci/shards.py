"""What .ci/shards does once all is installed: $WORK has the drivers, PATH the programs."""

import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time

work = pathlib.Path(os.environ["WORK"])
began = time.monotonic()
running = []


def say(text):
    print(f"{time.monotonic() - began:6.1f}s  {text}", flush=True)


def start(name, *words, **more):
    log = open(work / f"{name}.log", "ab")
    p = subprocess.Popen(words, stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, **more)
    running.append(p)
    return p


def below(pid):
    """The processes below one, with what each is called."""
    found = []
    for task in pathlib.Path(f"/proc/{pid}/task").glob("*"):
        try:
            children = (task / "children").read_text().split()
        except OSError:
            continue
        for child in children:
            try:
                found.append((int(child), pathlib.Path(f"/proc/{child}/comm").read_text().strip()))
            except OSError:
                continue
            found += below(child)
    return found


def words(pid):
    """The command line of a process, if it is there still."""
    try:
        return pathlib.Path(f"/proc/{pid}/cmdline").read_text().split("\0")[:-1]
    except OSError:
        return []


def until(what, seconds, true):
    end = time.monotonic() + seconds
    while not (is_so := true()):
        if time.monotonic() > end:
            sys.exit(f"{what}: not after {seconds} s")
        time.sleep(0.002)
    return is_so


def level():
    """The level that tasks were last begun of."""
    try:
        return int((work / "begun").read_text().split()[-1].split("/")[0])
    except (OSError, IndexError):
        return 0


def kill(p):
    """Ends a process and all below it: first itself, so that it starts nothing in their place."""
    family = below(p.pid)
    p.send_signal(signal.SIGKILL)
    for pid, _ in family:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    p.wait(10)
    return [name for _, name in family]


def tasks_of(workers):
    return [(w, pid) for w in workers for pid, name in below(w.pid) if name == "mc"]


def kill_at(wanted, workers, driver):
    """Kills a worker with the task that it does, in a level."""
    until(f"level {wanted}", 120, lambda: level() >= wanted or driver.poll() is not None)
    busy = until("a task at work", 20, lambda: tasks_of(workers) or driver.poll() is not None)
    if busy is True:
        sys.exit("the driver was over before there was something to kill")
    victim = busy[0][0]
    at = level()
    names = kill(victim)
    say(f"killed a worker in level {at}, with {', '.join(names)}")
    if "mc" not in names:
        sys.exit("the kill met no task")
    workers.remove(victim)


def ended(driver, seconds):
    code = until("the end of the driver", seconds, lambda: None if driver.poll() is None else [driver.returncode])[0]
    if code:
        sys.exit(f"the driver ended with {code}")


# What may differ: what a run took of the machine.
machine = ["workers", "seconds", "states_per_second", "bytes_per_state", "peak_rss", "memory", "checkpoint", "files"]


def result(*words):
    p = subprocess.run(words, stdout=subprocess.PIPE, text=True, timeout=120)
    read = json.loads(p.stdout.splitlines()[0])
    return p.returncode, {key: value for key, value in read.items() if key not in machine}


def compare(run, spec):
    """Holds a run, its exit code and its trace to those of an undisturbed check."""
    here = result("mc", "check", "-q", "--json", "--digests", *spec, "-o", str(work / "here.json"))
    tasks = result("mc", "shard", "show", "--run", str(run), "--json", "-o", str(work / "tasks.json"))
    if here != tasks:
        sys.exit(f"mc check: {here}\nin tasks: {tasks}")
    traces = [p.read_bytes() if p.exists() else b"" for p in (work / "here.json", work / "tasks.json")]
    if traces[0] != traces[1] or bool(traces[0]) != (here[1]["verdict"] == "violated"):
        sys.exit("the traces are not equal")
    states = here[1]["states"]
    begun = (work / "begun").read_text().split()
    say(f"equal: {here[1]['verdict']}, {states['distinct']} states, {len(states['digests'])} digests, "
        f"a trace of {len(traces[0])} bytes; {len(begun)} tasks were begun, twice each, {len(set(begun))} of them different")
    for file in work / "here.json", work / "tasks.json", work / "begun":
        file.unlink(missing_ok=True)


def init(name, spec):
    (work / "pause").write_text("0.02")
    run = work / name
    subprocess.run(["mc", "shard", "init", *spec, "--digests", "--run", str(run)], check=True, stderr=subprocess.DEVNULL)
    return run


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def listening(port):
    until("a scheduler", 60, lambda: socket.socket().connect_ex(("127.0.0.1", port)) == 0)


whole = ["kip-320", "--set", "max_leader_epoch=2"]
broken = [str(work / "broken.yaml")]
(work / "broken.yaml").write_text(
    "name: broken\nmodel: kafkaspec/kip-320-first-try\ncheck: [WeakIsr]\nexpect: {WeakIsr: holds}\n"
    "set: {replicas: 3, log_size: 1, max_records: 1, max_leader_epoch: 2}\n")
flags = ["-q", "--inline", "0", "--target", "50ms", "--program", "mc-twice"]


def dask():
    port = free_port()
    os.environ["DASK"] = f"tcp://127.0.0.1:{port}"
    start("scheduler", "dask", "scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
    listening(port)

    def worker():
        return start("worker", "dask", "worker", os.environ["DASK"], "--host", "127.0.0.1", "--nthreads", "1",
                     "--no-nanny", "--no-dashboard", "--memory-limit", "0", "--local-directory", str(work / "dask"))

    def drive(run):
        return start("driver", sys.executable, str(work / "drive-dask"), str(run), *flags)

    workers = [worker(), worker()]
    run = init("whole run's", whole)
    driver = drive(run)
    kill_at(8, workers, driver)
    workers.append(worker())

    # The driver dies while tasks are at work, and another goes on beside them.
    until("level 16", 60, lambda: level() >= 16)
    (work / "pause").write_text("4")
    until("a task that waits", 20, lambda: any(words(pid) == ["sleep", "4"] for w in workers for pid, _ in below(w.pid)))
    if below(driver.pid) or driver.poll() is not None:
        sys.exit("the driver was not waiting for tasks")
    driver.kill()
    driver.wait(10)
    say(f"killed the driver in level {level()}")
    (work / "pause").write_text("0.02")
    driver = start("driver", "bash", str(work / "drive-xargs"), str(run), *flags)
    until("the other driver at work", 20, lambda: any(name == "mc-twice" for _, name in below(driver.pid)))
    at_work = [name for w in workers for _, name in below(w.pid) if name in ("sleep", "mc", "mc-twice")]
    say(f"xargs went on, beside {', '.join(at_work) or 'nothing'} of Dask's")
    if not at_work:
        sys.exit("no task was in flight any more")
    ended(driver, 120)
    compare(run, whole)

    run = init("broken run's", broken)
    ended(drive(run), 120)
    compare(run, broken)


def spark():
    home = subprocess.run([sys.executable, "-c", "import pyspark; print(pyspark.__path__[0])"],
                          stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    port = free_port()
    master = f"spark://127.0.0.1:{port}"
    os.environ.update(SPARK_HOME=home, PYSPARK_PYTHON=sys.executable, SPARK_SCALA_VERSION="2.12")
    java = ["java", "-Xmx256m", "-cp", f"{home}/jars/*"]
    start("master", *java, "org.apache.spark.deploy.master.Master", "--host", "127.0.0.1", "--port", str(port), "--webui-port", "0")
    listening(port)

    def worker():
        return start("worker", *java, "org.apache.spark.deploy.worker.Worker", "--host", "127.0.0.1", "-c", "1", "-m", "1g",
                     "--webui-port", "0", "-d", str(work / "spark"), master)

    def drive(program, run):
        conf = ["--master", master, "--conf", "spark.ui.enabled=false", "--conf", "spark.executor.memory=600m",
                "--conf", "spark.driver.memory=600m"]
        if program == "spark-submit":
            (work / "drive.py").write_text((work / "drive-pyspark").read_text())
            return start("driver", f"{home}/bin/spark-submit", *conf, str(work / "drive.py"), str(run), *flags)
        (work / "drive.scala").write_text((work / "drive-spark").read_text())
        return start("driver", f"{home}/bin/spark-shell", *conf, "-i", str(work / "drive.scala"),
                     env=dict(os.environ, RUN=str(run), NEXT=" ".join(flags)))

    workers = [worker(), worker()]
    for program in "spark-submit", "spark-shell":
        run = init(f"whole run's {program}", whole)
        driver = drive(program, run)
        kill_at(8, workers, driver)
        workers.append(worker())
        ended(driver, 400)
        say(f"{program} is over")
        compare(run, whole)
        run = init(f"broken run's {program}", broken)
        ended(drive(program, run), 200)
        compare(run, broken)


try:
    {"dask": dask, "spark": spark}[sys.argv[1]]()
except BaseException:
    for log in sorted(work.glob("*.log")):
        print(f"--- {log.name}", *log.read_text(errors="replace").splitlines()[-25:], sep="\n")
    raise
finally:
    for p in running:
        if p.poll() is None:
            kill(p)
