import { files } from '../app/paths';

interface Props {
  skin: string;
  /** In CSS pixels; the files have enough for screens of two pixels to each, up to 256. */
  size: number;
  /** The skin's name is read out only where this says so. */
  alt?: string;
  /** Whether it is what a screen shows first; all others are loaded when they come into view. */
  isHero?: boolean;
}

/** A skin, drawn as a square. */
export function SkinImage({ skin, size, alt = '', isHero = false }: Props) {
  return (
    <img
      src={files.skin(skin)}
      width={size}
      height={size}
      alt={alt}
      draggable={false}
      decoding="async"
      loading={isHero ? 'eager' : 'lazy'}
    />
  );
}
