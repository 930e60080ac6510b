"""Stands for Spark: one task after the other, and the first that fails ends the round."""


class SparkContext:
    def __init__(self, appName):
        pass

    def parallelize(self, lines, parts):
        assert len(lines) == parts
        self.lines = lines
        return self

    def foreach(self, do):
        for line in self.lines:
            do(line)
