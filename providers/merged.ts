/** Nested texts. */
export interface Tree {
  readonly [key: string]: string | Tree;
}

/** `over` laid over `base`, branch by branch; neither is changed. */
export const merged = (base: Tree, over: Tree): Tree => {
  const result: Record<string, string | Tree> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const below = result[key];
    result[key] = typeof value === 'string' || typeof below !== 'object' ? value : merged(below, value);
  }
  return result;
};
