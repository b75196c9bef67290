type Made<Makers extends Record<string, () => unknown>> = { readonly [Name in keyof Makers]: ReturnType<Makers[Name]> };

/**
 * An object whose properties are computed on first access and cached. Building every schema up front takes a tenth of a
 * cold start, and a session uses few of them.
 */
export const lazyProperties = <const Makers extends Record<string, () => unknown>>(makers: Makers): Made<Makers> => {
  const made: Record<string, unknown> = {};
  for (const [name, make] of Object.entries(makers)) {
    Object.defineProperty(made, name, {
      enumerable: true,
      configurable: true,
      get: () => {
        const value = make();
        Object.defineProperty(made, name, { enumerable: true, value });
        return value;
      },
    });
  }
  return made as Made<Makers>;
};
