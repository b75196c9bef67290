export interface Tree {
  readonly [key: string]: string | Tree;
}

export const deepMerge = (base: Tree, over: Tree): Tree => {
  const result: Record<string, string | Tree> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const below = result[key];
    result[key] = typeof value === 'string' || typeof below !== 'object' ? value : deepMerge(below, value);
  }
  return result;
};
