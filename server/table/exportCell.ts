/** What a cell of an export holds; `day` is `YYYY-MM-DD`. */
export type ExportCell = string | number | { day: string } | null;
