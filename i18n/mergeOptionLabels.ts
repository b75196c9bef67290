interface ResourceLabels {
  one: string;
  words?: Readonly<Record<string, string>>;
}

/** A resource may decline a shared label, but only for itself, so the shared ones win here. */
export const mergeOptionLabels = (
  shared: Readonly<Record<string, string>>,
  resources: Readonly<Record<string, ResourceLabels>>,
): Readonly<Record<string, string>> =>
  Object.assign({}, ...Object.values(resources).map(({ words }) => words), shared) as Record<string, string>;
