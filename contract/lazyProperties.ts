type LazyProperties<Makers extends Record<string, () => unknown>> = {
  readonly [Name in keyof Makers]: ReturnType<Makers[Name]>;
};

/**
 * Computed on first access and cached, because building every schema up front takes a tenth of a cold start, and a
 * session uses few of them.
 */
export const lazyProperties = <const Makers extends Record<string, () => unknown>>(
  makers: Makers,
): LazyProperties<Makers> => {
  const properties: Record<string, unknown> = {};
  for (const [name, make] of Object.entries(makers)) {
    Object.defineProperty(properties, name, {
      enumerable: true,
      configurable: true,
      get: () => {
        const value = make();
        Object.defineProperty(properties, name, { enumerable: true, value });
        return value;
      },
    });
  }
  return properties as LazyProperties<Makers>;
};
