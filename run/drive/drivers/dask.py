"""Has the tasks of a run done by Dask: DASK=tcp://HOST:8786 python drive.py RUN [flags of mc shard next]

Workers start with --nthreads = their cores / --task-workers and --memory-limit 0 (mc keeps to
--task-memory; Dask would count it as the worker's own and end it). Worker and driver see RUN under
one path and mc under one name (--program). If this is killed, the same command goes on.
"""
import os, subprocess, sys
from dask.distributed import Client, wait

def do(line):
    subprocess.run(line, shell=True, check=True)

if __name__ == "__main__":
    client = Client(os.environ["DASK"])
    before, rounds = "", 0
    while True:
        p = subprocess.run(["mc", "shard", "next", "--run", *sys.argv[1:]], stdout=subprocess.PIPE, text=True)
        if p.returncode or not p.stdout:
            sys.exit(p.returncode)
        before, rounds = p.stdout, rounds + 1 if p.stdout == before else 1
        if rounds > 5:
            sys.exit("mc: five rounds did none of:\n" + p.stdout)
        # Not pure: a line that comes again is to be done again, not remembered.
        wait(client.map(do, p.stdout.splitlines(), pure=False, retries=3))
