import ImageUp from 'lucide-react/icons/image-up';
import { type ChangeEvent, useRef, useState } from 'react';
import { useText } from '../core/useText';
import { Button } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import { Labelled } from '../ui/Field';
import classes from './Admin.module.css';
import { type ImageFault, pngOf } from './pngOf';
import * as texts from './texts';

/** An image that the server would accept. */
export interface ChosenImage {
  width: number;
  height: number;
  bytes: number;
  /** A `data:` URL. */
  url: string;
}

interface Props {
  image: ChosenImage | null;
  onChange: (image: ChosenImage | null) => void;
}

/** A field for the image of a new skin: a PNG, dropped or chosen. Rejects files that the server would refuse. */
export function SkinImageField({ image, onChange }: Props) {
  const t = useText();
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<ImageFault | null>(null);
  const take = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    const chosen = file ? await read(file) : null;
    // Allows the same file to be chosen again after a correction.
    currentTarget.value = '';
    setFault(typeof chosen === 'string' ? chosen : null);
    onChange(typeof chosen === 'string' ? null : chosen);
  };
  const remove = () => {
    onChange(null);
    input.current?.focus();
  };
  return (
    <Labelled label={t(texts.imageFile)} name="image" hint={t(texts.imageHint)} isWrong={fault !== null}>
      {(described) => (
        <>
          <div className={classes.drop}>
            {image ? (
              <>
                <img src={image.url} width={112} height={112} alt={t(texts.image)} />
                <p role="status">{t(texts.imageSize)(image.width, image.height, Math.ceil(image.bytes / 1024))}</p>
              </>
            ) : (
              <>
                <ImageUp aria-hidden="true" />
                <p>{t(texts.choose)}</p>
              </>
            )}
            {/* Covers the whole area, because browsers accept dropped files on a file input. */}
            <input ref={input} {...described} type="file" accept="image/png" onChange={take} />
          </div>
          <ErrorText error={fault && t(texts.faults)[fault]} />
          {image && (
            <Button kind="quiet" onClick={remove}>
              {t(texts.removeImage)}
            </Button>
          )}
        </>
      )}
    </Labelled>
  );
}

async function read(file: File): Promise<ChosenImage | ImageFault> {
  const size = await pngOf(file);
  if (typeof size === 'string') return size;
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
  return { ...size, bytes: file.size, url };
}
