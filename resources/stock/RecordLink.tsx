import { Link, useCreatePath, useGetRecordRepresentation, useRecordContext, useResourceContext } from 'react-admin';

/** What a record is called, as a link to it: rows that only the mouse can open keep the keyboard out. */
export const RecordLink = () => {
  const resource = useResourceContext();
  const record = useRecordContext();
  const representation = useGetRecordRepresentation(resource)(record);
  const createPath = useCreatePath();
  if (!record || !resource) return null;
  return <Link to={createPath({ resource, type: 'edit', id: record.id })}>{representation}</Link>;
};
