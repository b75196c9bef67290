/** A cell of an export; `day` is `YYYY-MM-DD`. */
export type ExportCell = string | number | { day: string } | null;
