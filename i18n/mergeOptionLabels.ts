interface ResourceLabels {
  one: string;
  words?: Readonly<Record<string, string>>;
}

/** A resource may have its own form of a shared label, but only for itself, so here the shared label wins. */
export const mergeOptionLabels = (
  shared: Readonly<Record<string, string>>,
  resources: Readonly<Record<string, ResourceLabels>>,
): Readonly<Record<string, string>> =>
  Object.assign({}, ...Object.values(resources).map(({ words }) => words), shared) as Record<string, string>;
