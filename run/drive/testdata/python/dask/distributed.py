"""Stands for Dask: what is mapped is done at once."""


class Client:
    def __init__(self, address):
        pass

    def map(self, do, lines, pure, retries):
        assert not pure and retries == 3
        for line in lines:
            try:
                do(line)
            except Exception:
                pass


def wait(futures):
    pass
