import { Link, useCreatePath, useGetRecordRepresentation, useRecordContext, useResourceContext } from 'react-admin';

/** The record's title as a link, because a clickable row alone is not accessible by keyboard. */
export const RecordLink = () => {
  const resource = useResourceContext();
  const record = useRecordContext();
  const representation = useGetRecordRepresentation(resource)(record);
  const createPath = useCreatePath();
  if (!record || !resource) return null;
  return <Link to={createPath({ resource, type: 'edit', id: record.id })}>{representation}</Link>;
};
