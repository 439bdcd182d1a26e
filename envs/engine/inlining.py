"""Compiler of rules: once to LLVM's intermediate code, and to machine code only within an entry point.

Numba optimises every function alone and makes machine code of it, then does both again for each calling function, up to
the entry point. As rules call rules, half of the time went into code that never ran. Here a rule stays intermediate
code; an entry point links the code of all rules that it may call, and optimises it once.
"""

import contextlib
import gc
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

from numba.core import sigutils, types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, Flags
from numba.core.imputils import lower_constant
from numba.core.registry import CPUDispatcher
from numba.extending import models, register_model

from cardzoo.envs.engine.rule_errors import tell_rule_errors

FLAGS: dict[str, Any] = {
    "nopython": True,
    "nogil": True,
    "error_model": "numpy",
    "no_cfunc_wrapper": True,  # no rule is called from C: a tenth of the time to compile
    "_nrt": False,  # rules do not allocate, so no references are counted: a fifth of the time to play
}


@contextlib.contextmanager
def without_collecting() -> Iterator[None]:
    """Context without garbage collection, for a compiler, whose objects nearly all live to its end.

    It saves a tenth of the time for a CPU, a fifth of it for a GPU.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


class _Code(JITCodeLibrary):
    """Code of an entry point, with that of all rules that it calls, directly or not."""

    def add_linking_library(self, library: Any) -> None:
        for part in (library, *library._linking_libraries):  # callers before callees
            if part not in self._linking_libraries:
                super().add_linking_library(part)

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        """Optimise once. Numba does it twice, to remove reference counts, which rules do not have."""
        manager = self._codegen._module_pass_manager()
        passes, *builder = manager if isinstance(manager, tuple) else (manager,)  # a new Numba's, an older one's
        passes.run(self._final_module, *builder)


class _RuleCode(_Code):
    """Code of a rule for others to link: neither optimised nor made into machine code."""

    def finalize(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        return 0

    @property
    def codegen(self) -> Any:
        return _NO_ENVIRONMENT


class _NoEnvironment:
    """Stand-in that ignores a rule's environment, as that is for Python's objects."""

    def set_env(self, name: str, environment: Any) -> None:
        pass


_NO_ENVIRONMENT = _NoEnvironment()


class _Flags(Flags):
    """Numba's flags, compared by those that are set only, as Numba compares them at each access of its caches."""

    __slots__ = ()

    def __hash__(self) -> int:
        return hash(_Flags)  # one for all, as Numba's: flags may still be set

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Flags) and self._values == other._values


class _EntryPointCompiler(Compiler):
    code: type[_Code] = _Code

    def compile_extra(self, func: Callable[..., Any]) -> Any:
        self.state.library = self.code(self.state.targetctx.codegen(), func.__qualname__)
        self.state.library.enable_object_caching()
        return super().compile_extra(func)


class _RuleCompiler(_EntryPointCompiler):
    code = _RuleCode


class EntryPoint(CPUDispatcher):
    """Compiled function that Python calls."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function, targetoptions=dict(FLAGS), pipeline_class=_EntryPointCompiler)
        self._compiler._customize_flags = _Flags  # type: ignore[attr-defined]
        tell_rule_errors(self)

    def compile(self, sig: Any) -> Any:
        """Compile for the types of a call, with all rules below; Numba calls it."""
        with without_collecting():
            return super().compile(sig)


class _RuleType(types.Dispatcher):
    """Type of a rule. It names the rule, so that a rule which is passed to another one needs no address at run time."""


register_model(_RuleType)(models.OpaqueModel)


@lower_constant(_RuleType)
def _no_address(context, builder, type_of_rule, rule):
    """Numba's own constant is an address of this process, with which no code is cached."""
    return context.get_dummy_value()


class Rule(CPUDispatcher):
    """Compiled function that compiled functions call; a call from Python makes an entry point for it.

    Args:
        function: the function.
        inlined: whether each call is replaced by the function's code; otherwise LLVM decides.
        enter: makes the entry point of a function that calls the rule.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        *,
        inlined: bool = False,
        enter: Callable[[Callable[..., Any]], EntryPoint] = EntryPoint,
    ) -> None:
        self._enter = enter
        options = FLAGS | {"no_cpython_wrapper": True, "forceinline": inlined}
        super().__init__(function, targetoptions=options, pipeline_class=_RuleCompiler)
        self._compiler._customize_flags = _Flags  # type: ignore[attr-defined]

    @property
    def _numba_type_(self) -> _RuleType:
        return _RuleType(self)

    def compile(self, sig: Any) -> Any:
        """Compile for the types of a call within an entry point; Numba calls it.

        One version serves all signed integers.
        Numba's own method also times every lock of LLVM, at each level of rules that call rules.
        """
        types_of_arguments, _ = sigutils.normalize_signature(sig)
        widened = tuple(map(_widened, types_of_arguments))
        if widened not in self.overloads:
            with self._compiling_counter:
                self.add_overload(self._compiler.compile(widened, None))  # type: ignore[attr-defined]
        return self.overloads[widened].entry_point  # type: ignore[attr-defined]

    def __call__(self, *arguments: Any) -> Any:
        """Call from Python, as in tests.

        A call with integers alone, such as of `rank_of`, runs interpreted: it is not worth the time to compile.
        """
        if arguments and all(type(argument) is int for argument in arguments):
            return self.py_func(*arguments)
        return self.entry_point(*arguments)

    @cached_property
    def entry_point(self) -> EntryPoint:
        """Entry point for Python.

        It calls the rule instead of being it, since Numba refuses a function that calls itself under another object.
        """
        rule = self

        def call(*arguments: Any) -> Any:
            return rule(*arguments)

        return self._enter(call)


def _widened(type_of_argument: types.Type) -> types.Type:
    """Type that a rule is compiled for: literals become types, signed integers the largest one."""
    plain = types.unliteral(type_of_argument)
    return types.intp if isinstance(plain, types.Integer) and plain.signed else plain  # type: ignore[attr-defined]
