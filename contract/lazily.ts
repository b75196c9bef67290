/** What makers make, each when it is first asked for. */
type Made<Makers extends Record<string, () => unknown>> = { readonly [Name in keyof Makers]: ReturnType<Makers[Name]> };

/**
 * An object whose values are made when they are first asked for, once: the schemas of all that there is cost a tenth
 * of a cold start, and a visit uses few of them.
 */
export const lazily = <const Makers extends Record<string, () => unknown>>(makers: Makers): Made<Makers> => {
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
