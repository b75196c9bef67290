export type ExportCell = string | number | { day: string } | null;
