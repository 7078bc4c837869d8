import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Field } from '../../components/Field';
import { Form } from '../../components/Form';
import { useRoot } from '../../hooks/useRoot';
import { useStrings } from '../../hooks/useStrings';
import type { NewSkin } from '../../net/api';
import { limits, SKIN_FILE_PATTERN } from '../../net/limits';
import classes from './Admin.module.css';
import { SkinPreview } from './SkinPreview';

/** Adds a skin to the shop; its image is put on the server beforehand. */
export function AddSkinForm({ token }: { token: string }) {
  const strings = useStrings();
  const { world, notice } = useRoot();
  const section = useRef<HTMLElement>(null);
  const [filename, setFilename] = useState('');
  const add = useMutation({
    mutationFn: ({ skin }: { skin: NewSkin; form: HTMLFormElement }) => world.api.addSkin(token, skin),
    onSuccess: (_, { skin, form }) => {
      form.reset();
      setFilename('');
      section.current?.querySelector('input')?.focus();
      notice.show(strings.admin.added(skin.name));
    },
  });
  return (
    <section ref={section} className={classes.panel} aria-labelledby="add-skin">
      <h2 id="add-skin">{strings.admin.addSkin}</h2>
      <Form
        submit={strings.admin.add}
        isBlocked={add.isPending}
        error={add.error?.message ?? null}
        success={null}
        onSubmit={(fields, form) => add.mutate({ skin: skinOf(fields), form })}
      >
        <Field label={strings.admin.name} name="name" maxLength={limits.skinName} autoComplete="off" required />
        <Field
          label={strings.admin.filename}
          hint={strings.admin.filenameHint}
          name="filename"
          pattern={SKIN_FILE_PATTERN}
          maxLength={limits.skinFile}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          // On leaving the field: each letter would ask the server for an image.
          onBlur={({ target }) => setFilename(target.validity.valid ? target.value : '')}
        />
        {filename !== '' && <SkinPreview key={filename} filename={filename} />}
        <Field
          label={strings.admin.description}
          name="description"
          maxLength={limits.skinDescription}
          autoComplete="off"
          required
        />
        <Field
          label={strings.admin.price}
          hint={strings.admin.priceHint}
          name="price"
          type="number"
          inputMode="decimal"
          min={limits.lowestPrice}
          max={limits.highestPrice}
          step={limits.lowestPrice}
          required
        />
      </Form>
    </section>
  );
}

function skinOf(fields: FormData): NewSkin {
  return {
    name: String(fields.get('name')),
    filename: String(fields.get('filename')),
    description: String(fields.get('description')),
    price: Number(fields.get('price')),
  };
}
