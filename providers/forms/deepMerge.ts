export interface MessageTree {
  readonly [key: string]: string | MessageTree;
}

export const deepMerge = (base: MessageTree, override: MessageTree): MessageTree => {
  const result: Record<string, string | MessageTree> = { ...base };
  for (const [key, value] of Object.entries(override)) {
    const existing = result[key];
    result[key] = typeof value === 'string' || typeof existing !== 'object' ? value : deepMerge(existing, value);
  }
  return result;
};
