import { files } from '../app/paths';

interface Props {
  skin: string;
  /** In CSS pixels, at most 256; the files are sharp on screens with two device pixels to each. */
  size: number;
  /** The skin is decorative without it. */
  alt?: string;
  /** Loads it at once, as the main picture of a screen; others are loaded when they come into view. */
  isHero?: boolean;
}

/** A square picture of a skin. */
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
