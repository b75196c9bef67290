/** Deletions refused because a record is in use, and warnings about data that would be lost. */
export const used = {
  title: '«%{name}» используется',
  text: 'Удалить нельзя, пока это используют другие записи:',
  values: 'Значения справочника',
  archiveHint: 'В архиве всё останется там, где уже стоит, а выбрать это заново будет нельзя.',
  archive: 'Убрать в архив',
  archived: '«%{name}» теперь в архиве',
  by: 'Поставить вместо него',
  replace: 'Заменить везде и удалить',
  replaced: '«%{name}» заменено и удалено',
  lossTitle: 'Часть значений потеряется',
  lossText: 'Записей, в которых значение станет другим или исчезнет: %{lost}. Остальные значения сохранятся: %{kept}.',
  lossBefore: 'Сейчас',
  lossAfter: 'Станет',
  lossCount: 'Записей',
  lossNothing: 'пусто',
  lossAccept: 'Изменить и потерять',
} as const;
