/**
 * A cast, because `Object.keys` may return more properties than the type has. Use only on objects that have no others.
 */
export const keysOf = <T extends object>(of: T) => Object.keys(of) as (keyof T & string)[];
