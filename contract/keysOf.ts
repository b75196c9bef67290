/** The names of an object that has no others than its type says. */
export const keysOf = <T extends object>(of: T) => Object.keys(of) as (keyof T & string)[];
