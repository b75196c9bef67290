/**
 * Gives the keys the type of the keys of `T`. Use it only on objects that have no properties beyond their type, because
 * such properties are returned too.
 */
export const keysOf = <T extends object>(object: T) => Object.keys(object) as (keyof T & string)[];
