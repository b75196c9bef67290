import { type ReactNode, useState } from 'react';
import { Bar, BarChart } from '../BarChart.tsx';
import { Button } from '../Button.tsx';
import { Chip } from '../Chip.tsx';
import { EmptyState } from '../EmptyState.tsx';
import { HighlightedText } from '../HighlightedText.tsx';
import { FactList, Panel } from '../Panel.tsx';
import { Progress } from '../Progress.tsx';
import { ReadError } from '../ReadError.tsx';
import { StatusBadge } from '../StatusBadge.tsx';
import { Table } from '../Table.tsx';
import { Thumbnail } from '../Thumbnail.tsx';
import { TreeSearch } from '../tree/TreeSearch.tsx';
import { TreeView } from '../tree/TreeView.tsx';
import { useTree } from '../tree/useTree.ts';
import { Sample } from './Sample.tsx';
import { sampleMessages } from './words.ts';

export const DataSamples = () => (
  <>
    <Sample of="Table">
      <Table caption={sampleMessages.brand}>
        <SampleHead />
        <tbody>
          {sampleGoods.map(product => (
            <SampleRow key={product.name} {...product} />
          ))}
        </tbody>
      </Table>
      <Table isStacked label={sampleMessages.name}>
        <SampleHead />
        <tbody>
          {sampleGoods.map(product => (
            <SampleRow key={product.name} {...product} />
          ))}
        </tbody>
      </Table>
    </Sample>
    <Sample of="TreeView, TreeSearch">
      <Tree />
    </Sample>
    <Sample of="BarChart, Progress">
      <BarChart>
        <Bar label={sampleMessages.brand} share={0.7} text="12" to="/" />
        <Bar label={sampleMessages.status} share={0.3} text="40" to="/" />
      </BarChart>
      <Progress label={sampleMessages.main} value={0.4} />
      <Progress label={sampleMessages.other} value={null} />
    </Sample>
    <SmallParts />
    <Sample of="Panel, FactList">
      <Panel title={sampleMessages.title}>
        <p>{sampleMessages.text}</p>
        <FactList
          facts={[
            [sampleMessages.name, sampleMessages.text],
            [sampleMessages.brand, sampleGoods[0]?.name],
          ]}
        />
      </Panel>
    </Sample>
    <Sample of="EmptyState, ReadError">
      <ReadError error={null} onRetry={ignoreChange} />
      <EmptyState
        title={sampleMessages.title}
        text={sampleMessages.text}
        actions={<Button variant="outlined">{sampleMessages.other}</Button>}
      />
    </Sample>
  </>
);

const SmallParts = () => (
  <>
    <Sample of="Chip, StatusBadge">
      <Chip label={sampleMessages.brand} onDelete={ignoreChange} />
      <Chip label={sampleMessages.status} isTall onClick={ignoreChange} onDelete={ignoreChange} />
      {['active', 'draft', 'archived', 'blocked'].map(status => (
        <StatusBadge key={status} status={status} label={sampleMessages.status} />
      ))}
    </Sample>
    <Sample of="Thumbnail, HighlightedText">
      <Thumbnail name={sampleMessages.brand} />
      <Thumbnail name={sampleMessages.brand} large />
      <span>
        <HighlightedText text={sampleMessages.text} query={sampleMessages.text.slice(0, 5)} />
      </span>
    </Sample>
  </>
);

const ignoreChange = () => undefined;

const sampleGoods = [
  { name: 'Латте 0,3', brand: 'Домик в деревне', price: '249,00' },
  { name: 'Квас хлебный на живой закваске, 1 л', brand: 'Своя полка', price: '1 490,00' },
];

const SampleHead = (): ReactNode => (
  <thead>
    <tr>
      <th scope="col">{sampleMessages.name}</th>
      <th scope="col">{sampleMessages.brand}</th>
      <th scope="col" data-numeric>
        {sampleMessages.price}
      </th>
    </tr>
  </thead>
);

const SampleRow = ({ name, brand, price }: (typeof sampleGoods)[number]) => (
  <tr>
    <th scope="row">{name}</th>
    <td data-label={sampleMessages.brand}>{brand}</td>
    <td data-label={sampleMessages.price} data-numeric>
      {price}
    </td>
  </tr>
);

const roots = [
  {
    id: 1,
    name: 'Напитки',
    children: [
      { id: 2, name: 'Кофе', children: [] },
      { id: 3, name: 'Квас', children: [] },
    ],
  },
  { id: 4, name: 'Еда', children: [{ id: 5, name: 'Сыры', children: [] }] },
];

const Tree = () => {
  const tree = useTree(roots);
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<number>>(new Set([1]));
  return (
    <>
      <TreeSearch tree={tree} hint={sampleMessages.text} />
      <TreeView
        tree={tree}
        label={sampleMessages.brand}
        isChecked={id => selectedIds.has(id)}
        onActivate={id =>
          setSelectedIds(
            new Set(selectedIds.has(id) ? [...selectedIds].filter(other => other !== id) : [...selectedIds, id]),
          )
        }
      />
    </>
  );
};
