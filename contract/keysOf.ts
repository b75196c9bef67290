/** `Object.keys` with key types. Sound only for objects without properties beyond their type. */
export const keysOf = <T extends object>(of: T) => Object.keys(of) as (keyof T & string)[];
