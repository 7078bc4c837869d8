import { files } from '../paths';

/** A skin, at `size` CSS pixels. Its name is read out only where `alt` says so. */
export function SkinImage({ skin, size, alt = '' }: { skin: string; size: number; alt?: string }) {
  return <img src={files.skin(skin)} width={size} height={size} alt={alt} draggable={false} />;
}
