type LazyProperties<Makers extends Record<string, () => unknown>> = {
  readonly [Name in keyof Makers]: ReturnType<Makers[Name]>;
};

/**
 * Properties that are computed on first access and then cached. Building every schema up front would take a tenth of a
 * cold start, and a session uses few of them.
 */
export const lazyProperties = <const Makers extends Record<string, () => unknown>>(
  factories: Makers,
): LazyProperties<Makers> => {
  const properties: Record<string, unknown> = {};
  for (const [name, factory] of Object.entries(factories)) {
    Object.defineProperty(properties, name, {
      enumerable: true,
      configurable: true,
      get: () => {
        const value = factory();
        Object.defineProperty(properties, name, { enumerable: true, value });
        return value;
      },
    });
  }
  return properties as LazyProperties<Makers>;
};
