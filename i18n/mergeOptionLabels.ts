interface Labelled {
  one: string;
  words?: Readonly<Record<string, string>>;
}

export const mergeOptionLabels = (
  shared: Readonly<Record<string, string>>,
  resources: Readonly<Record<string, Labelled>>,
): Readonly<Record<string, string>> =>
  Object.assign({}, shared, ...Object.values(resources).map(({ words }) => words)) as Record<string, string>;
