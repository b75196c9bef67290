/** A cast, because `Object.keys` may also return properties beyond the type; sound only for objects without such. */
export const keysOf = <T extends object>(of: T) => Object.keys(of) as (keyof T & string)[];
