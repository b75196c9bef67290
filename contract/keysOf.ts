/**
 * Types the keys as those of `T`. Use it only on objects without properties beyond their type, because at run time
 * those are returned too.
 */
export const keysOf = <T extends object>(object: T) => Object.keys(object) as (keyof T & string)[];
