/**
 * Casts, because at run time an object may have more properties than its type. Use it only on objects without extra
 * properties.
 */
export const keysOf = <T extends object>(object: T) => Object.keys(object) as (keyof T & string)[];
