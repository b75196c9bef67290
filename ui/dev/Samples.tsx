import AddIcon from '@mui/icons-material/Add';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import { useState } from 'react';
import { Button, IconButton, LinkButton, Pressable } from '../Button.tsx';
import { Checkbox, Tick } from '../Checkbox.tsx';
import { Combobox } from '../combobox/Combobox.tsx';
import { Dialog, Question } from '../Dialog.tsx';
import { Drawer } from '../Drawer.tsx';
import { FileChoice } from '../FileChoice.tsx';
import { FullScreen } from '../FullScreen.tsx';
import { Grip } from '../Grip.tsx';
import { InlineField } from '../InlineField.tsx';
import { Menu, MenuDivider, MenuItem, MenuNote, MenuTitle } from '../Menu.tsx';
import { NewWindowLink } from '../NewWindowLink.tsx';
import { Notice, type NoticeKind } from '../Notice.tsx';
import { Page } from '../Page.tsx';
import { Popover } from '../Popover.tsx';
import { SearchField } from '../SearchField.tsx';
import { Secret } from '../Secret.tsx';
import { SegmentedControl } from '../SegmentedControl.tsx';
import { Select } from '../Select.tsx';
import { Tabs } from '../Tabs.tsx';
import { TextField } from '../TextField.tsx';
import { DataSamples } from './DataSamples.tsx';
import styles from './Dev.module.css';
import { Sample } from './Sample.tsx';
import { words } from './words.ts';

const brands = ['Простоквашино', 'Савушкин', 'Домик в деревне', 'Вкуснотеево', 'Своя полка'];
const kinds: readonly NoticeKind[] = ['info', 'success', 'warning', 'error'];

export const Samples = () => (
  <Page title="ui" about={words.text} actions={<Button variant="contained">{words.main}</Button>}>
    <div className={styles['samples']}>
      <Buttons />
      <Fields />
      <Choices />
      <Overlays />
      <Sample of="Notice">
        {kinds.map(kind => (
          <Notice key={kind} kind={kind} actions={<Button variant="outlined">{words.other}</Button>}>
            {words.text}
          </Notice>
        ))}
        {kinds.map(kind => (
          <Notice key={kind} kind={kind} isFloating onClose={() => undefined}>
            {words.text}
          </Notice>
        ))}
      </Sample>
      <Sample of="Tabs">
        <Tabs
          label="tabs"
          tabs={[
            { to: '/', name: words.name },
            { to: '/b', name: words.brand },
          ]}
        />
      </Sample>
      <DataSamples />
    </div>
  </Page>
);

const Buttons = () => (
  <Sample of="Button, IconButton, LinkButton, Pressable, FileChoice, Grip">
    <Button variant="contained">{words.main}</Button>
    <Button variant="outlined" startIcon={<AddIcon fontSize="small" />}>
      {words.other}
    </Button>
    <Button>{words.quiet}</Button>
    <Button variant="contained" loading>
      {words.main}
    </Button>
    <Button variant="outlined" disabled>
      {words.other}
    </Button>
    <IconButton aria-label={words.title}>
      <DeleteIcon fontSize="small" />
    </IconButton>
    <LinkButton>{words.name}</LinkButton>
    <NewWindowLink to="/">{words.name}</NewWindowLink>
    <Pressable>{words.text}</Pressable>
    <FileChoice label={words.file} accept=".csv" onChoose={() => undefined}>
      {choose => (
        <Button variant="outlined" onClick={choose}>
          {words.file}
        </Button>
      )}
    </FileChoice>
    <Grip aria-label={words.name} />
  </Sample>
);

const Fields = () => {
  const [brand, setBrand] = useState<string[]>(['Савушкин']);
  const [several, setSeveral] = useState(brands.slice(0, 2));
  const [search, setSearch] = useState('');
  const [name, setName] = useState('Латте 0,3');
  const combobox = { options: brands, getOptionLabel: (name: string) => name };
  return (
    <Sample of="TextField, SearchField, Select, Combobox, InlineField, Secret">
      <TextField label={words.name} />
      <TextField label={words.name} defaultValue="Латте 0,3" required />
      <TextField label={words.name} error helperText={words.text} />
      <TextField label={words.name} defaultValue="Латте" disabled />
      <TextField label={words.name} lines={[2, 6]} />
      <Select
        label={words.status}
        defaultValue="a"
        choices={[
          ['a', words.status],
          ['b', words.brand],
        ]}
      />
      <Combobox {...combobox} label={words.brand} chosen={brand} onChoose={setBrand} />
      <Combobox {...combobox} label={words.allergens} multiple chosen={several} onChoose={setSeveral} />
      <SearchField value={search} onSearch={setSearch} isInner />
      <InlineField
        label={words.name}
        value={name}
        maxLength={255}
        onType={setName}
        onCommit={() => undefined}
        onCancel={() => undefined}
      />
      <Secret label={words.name} text="k9f2-0a71-77bd" />
    </Sample>
  );
};

const Choices = () => {
  const [way, setWay] = useState<'a' | 'b'>('a');
  return (
    <Sample of="Checkbox, Tick, SegmentedControl">
      <Checkbox label={words.flag} defaultChecked />
      <Checkbox label={words.flag} hint={words.hint} isPartial />
      <Checkbox label={words.flag} disabled />
      <Checkbox label={words.flag} type="radio" name="flag" defaultChecked />
      <Tick aria-label={words.flag} />
      <SegmentedControl
        label={words.status}
        value={way}
        choices={[
          ['a', words.name],
          ['b', words.brand],
        ]}
        onChoose={setWay}
      />
    </Sample>
  );
};

const Overlays = () => {
  const [open, setOpen] = useState<'question' | 'dialog' | 'drawer' | 'full' | null>(null);
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  const [popover, setPopover] = useState<HTMLElement | null>(null);
  const close = () => setOpen(null);
  const parts = {
    question: 'Question',
    dialog: 'Dialog',
    drawer: 'Drawer',
    full: 'FullScreen',
    menu: 'Menu',
    popover: 'Popover',
  };
  return (
    <Sample of="Dialog, Question, Drawer, FullScreen, Menu, Popover">
      {(['question', 'dialog', 'drawer', 'full'] as const).map(part => (
        <Button key={part} variant="outlined" onClick={() => setOpen(part)}>
          {parts[part]}
        </Button>
      ))}
      <Button variant="outlined" onClick={event => setMenu(event.currentTarget)}>
        {parts.menu}
      </Button>
      <Button variant="outlined" onClick={event => setPopover(event.currentTarget)}>
        {parts.popover}
      </Button>
      <Menu anchor={menu} onClose={() => setMenu(null)}>
        <MenuNote>{words.name}</MenuNote>
        <MenuDivider />
        <MenuTitle>{words.status}</MenuTitle>
        <MenuItem isChosen onClick={() => setMenu(null)}>
          {words.brand}
        </MenuItem>
        <MenuItem icon={DeleteIcon} onClick={() => setMenu(null)}>
          {words.quiet}
        </MenuItem>
      </Menu>
      <Popover label={words.brand} anchor={popover} onClose={() => setPopover(null)}>
        <p>{words.text}</p>
      </Popover>
      {open === 'question' && (
        <Question title={words.title} confirm={words.main} onConfirm={close} onClose={close}>
          {words.text}
        </Question>
      )}
      {open === 'dialog' && (
        <Dialog title={words.name} size="medium" onClose={close}>
          <TextField label={words.name} autoFocus />
        </Dialog>
      )}
      {open === 'drawer' && (
        <Drawer title={words.name} onClose={close}>
          <p>{words.text}</p>
        </Drawer>
      )}
      {open === 'full' && <Full onClose={close} />}
    </Sample>
  );
};

const Full = ({ onClose }: { onClose: () => void }) => (
  <FullScreen label={words.name} onClose={onClose} onKeyDown={onClose}>
    <Button onClick={onClose}>{words.quiet}</Button>
  </FullScreen>
);
