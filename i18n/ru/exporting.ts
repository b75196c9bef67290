/** Words of exported tables, which are Russian whatever language the screens are in, as the import reads them. */
export const exporting = { yes: 'да', no: 'нет', file: '%{name} %{day}' } as const;
