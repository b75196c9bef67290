/** Words in exported tables. Always Russian, because the import reads the same words back. */
export const exporting = {
  yes: 'да',
  no: 'нет',
  file: '%{name} %{day}',
  /** Column headers for a product's price in a project, and for its categories on a platform. */
  priceIn: 'Цена (%{project}), RUB',
  categoriesOn: 'Категории (%{projects})',
  /** Column by which an import finds an exported product again. */
  ownNumber: 'Номер в Витрине',
} as const;
