interface Labelled {
  one: string;
  words?: Readonly<Record<string, string>>;
}

/** Labels of statuses and choices: the shared ones, and those of each resource. */
export const wordsOf = (
  shared: Readonly<Record<string, string>>,
  resources: Readonly<Record<string, Labelled>>,
): Readonly<Record<string, string>> =>
  Object.assign({}, shared, ...Object.values(resources).map(({ words }) => words)) as Record<string, string>;
