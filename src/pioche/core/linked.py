"""How Numba is made to translate each function once, and to optimise only whole programs.

By itself Numba gives every function wrappers for Python, optimises it with all that it
calls, makes machine code of it, and does so again for every width of its arguments.
Here a function called by compiled code is translated once, for 64 bits, and its code
waits to be linked into the entry points, the functions that Python calls: only these
are optimised and kept, each as a whole program whose functions nobody else calls. It
takes a third of the time, and random games are a quarter faster.
"""

from types import FunctionType
from typing import Any, Final

from llvmlite.binding import Linkage
from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.registry import CPUDispatcher
from numba.np import arrayobj

Flags = dict[str, Any]
#: Stands in the names of our functions only; other code keeps Python's negative indices.
OURS: Final = "pioche_translated"


def fix_index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """Take an index as it stands: the twin refuses negative ones, so none comes here."""
    if OURS in builder.function.name:
        return context.cast(builder, index, kind, types.intp)
    return python_index(context, builder, kind, index, size)


python_index: Final = arrayobj.fix_integer_index
arrayobj.fix_integer_index = fix_index


class Library(JITCodeLibrary):  # type: ignore[misc]  # Numba is untyped
    """Code that is linked into its callers, and never run by itself."""

    def finalize(self) -> None:
        """Link what the function calls, and leave the rest to its callers."""
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)  # noqa: SLF001
            code = library._get_module_for_linking()  # noqa: SLF001
            self._final_module.link_in(code, preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True


class Program(JITCodeLibrary):  # type: ignore[misc]  # Numba is untyped
    """An entry point and all that it calls: nobody else calls that."""

    def _optimize_final_module(self) -> None:
        """Tell LLVM so: what has one caller is inlined, results that never vary vanish."""
        for function in self._final_module.functions:
            if function.linkage == Linkage.linkonce_odr and OURS in function.name:
                function.linkage = Linkage.internal
        super()._optimize_final_module()


class Whole(Compiler):  # type: ignore[misc]  # Numba is untyped
    """Numba's steps for an entry point."""

    def __init__(
        self, typing: Any, target: Any, _: Any, args: Any, result: Any, *rest: Any
    ) -> None:
        library = Program(target.codegen(), "program")
        library.enable_object_caching()
        super().__init__(typing, target, library, args, result, *rest)


class Translation(Compiler):  # type: ignore[misc]  # Numba is untyped
    """Numba's steps up to the code for LLVM."""

    def __init__(
        self, typing: Any, target: Any, _: Any, args: Any, result: Any, *rest: Any
    ) -> None:
        flags, _ = rest
        flags.no_compile = True
        library = Library(target.codegen(), "inner")
        super().__init__(typing, target, library, args, result, *rest)


class Inner(CPUDispatcher):  # type: ignore[misc]  # Numba is untyped
    """A function as compiled code calls it."""

    def __init__(self, function: FunctionType, flags: Flags) -> None:
        bare = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        super().__init__(function, {}, {**flags, **bare}, pipeline_class=Translation)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Choose the translation for a call: whole numbers are passed in 64 bits."""
        return super().get_call_template(tuple(map(widest, args)), kws)

    def add_overload(self, made: Any) -> None:
        """Keep a translation, under a key by which its callers find it."""
        made = made._replace(entry_point=object())
        self.targetctx.insert_user_function(
            made.entry_point, made.fndesc, [made.library]
        )
        self.overloads[tuple(made.signature.args)] = made


class Function(CPUDispatcher):  # type: ignore[misc]  # Numba is untyped
    """A function as Python calls it; compiled code that calls it takes the inner one."""

    def __init__(self, function: FunctionType, flags: Flags) -> None:
        flags = {**flags, "nopython": True}
        super().__init__(function, {}, flags, pipeline_class=Whole)
        self.inner = Inner(function, flags)
        self.enable_caching()

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Choose the translation for a call by compiled code."""
        return self.inner.get_call_template(args, kws)

    def get_overload(self, signature: Any) -> Any:
        """Return the key of that translation."""
        return self.inner.get_overload(signature)


def widest(kind: Any) -> Any:
    """Return the type in which an argument is passed."""
    if isinstance(kind, types.Literal):
        kind = kind.literal_type
    return types.int64 if isinstance(kind, types.Integer) else kind
