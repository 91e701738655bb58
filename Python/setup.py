"""Marks the wheel as one for a platform, because it carries a shared library, and for any Python
3."""

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel


class PlatformDistribution(Distribution):
    """A distribution with a compiled library."""

    def has_ext_modules(self):
        return True


class PlatformWheel(bdist_wheel):
    """A wheel that does not depend on the version of Python."""

    def get_tag(self):
        return ("py3", "none", super().get_tag()[2])


setup(distclass=PlatformDistribution, cmdclass={"bdist_wheel": PlatformWheel})
