import { crc32, deflateSync } from 'node:zlib';

/** The first bytes of pictures, as their formats have them; what follows is no picture, which no head tells. */

const REST = Buffer.from('the picture itself');

export const GIF = Buffer.from('GIF89a\x20\x00\x20\x00\x80\x00\x00;', 'latin1');

export function pngOf(width: number, height: number): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(24);
  head.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return Buffer.concat([head, REST]);
}

/** With a segment of a camera before the frame. */
export function jpegOf(width: number, height: number): Buffer<ArrayBuffer> {
  const start = Buffer.from('\xff\xd8\xff\xe1\x00\x08Exif\0\0\xff\xc0\x00\x11\x08', 'latin1');
  const size = Buffer.alloc(4);
  size.writeUInt16BE(height, 0);
  size.writeUInt16BE(width, 2);
  return Buffer.concat([start, size, REST]);
}

/** In each of its three forms. */
export const webpOf = {
  extended: (width: number, height: number) =>
    riff('VP8X', (body) => {
      body.writeUIntLE(width - 1, 4, 3);
      body.writeUIntLE(height - 1, 7, 3);
    }),
  lossy: (width: number, height: number) =>
    riff('VP8 ', (body) => {
      body.write('\x9d\x01\x2a', 3, 'latin1');
      body.writeUInt16LE(width, 6);
      body.writeUInt16LE(height, 8);
    }),
  lossless: (width: number, height: number) =>
    riff('VP8L', (body) => {
      body.writeUInt8(0x2f, 0);
      body.writeUInt32LE(width - 1 + (height - 1) * 2 ** 14, 1);
    }),
};

function riff(form: string, write: (body: Buffer) => void): Buffer<ArrayBuffer> {
  const body = Buffer.alloc(10);
  write(body);
  return Buffer.concat([Buffer.from(`RIFF\x26\0\0\0WEBP${form}\x0a\0\0\0`, 'latin1'), body, REST]);
}

/** Whole pictures of 16 by 16 pixels: a JPEG, and a WebP of the extended form. */
export const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQEAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/2wBDAQMDAwQDBAgEBAgQCwkLEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBD/wAARCAAQABADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAABwQF/8QAJBAAAQQBBAICAwAAAAAAAAAAAQIDBAYFBwgSExEiABQJMTL/xAAVAQEBAAAAAAAAAAAAAAAAAAAABv/EACMRAAECBQMFAAAAAAAAAAAAAAECEQMEBQYhABIxFRZhgeH/2gAMAwEAAhEDEQA/ABSm0mobc8HmExLUlRzzEWPkJWW+ulrsaUVAseUgslSlH9LKuPryIKuWPZdskzXmm3fX5m2nF4GlVxx/HOpx4ks51+MiU/Iaad7UcUo4tILoS4kqcWkezS0hO/HvuRp0rO6hWnWO1UisZVuFi4GFeyEpmGepa5S5SWVPuciFKRFLgSrwetnyPIB+Vb4N9mKhQMzo5po9XLdDs9d6ZVix2VEhiL9kuNPxw2gEKcDQ/rs8AuA8VAe0vdl7VOYn+27flGAUgmITjbhSmCg3BYlyeWDkMolvw4KOp1KM6iCNvngZHwetf//Z',
  'base64',
);
export const WEBP = Buffer.from(
  'UklGRqgBAABXRUJQVlA4WAoAAAAQAAAADwAADwAAQUxQSMMAAAABJ6KokSTleucYX+ffKpmImP90cY3gJjDi4Yt3MsjBEVyDKzDosHgVjnhRNcEIDAJPkqBqsFUZHNa2bUYvTsZ2PLbtd/uvKa4hov9J0f2PkPe6REkkGzolkTTzFG0Ox9PlFiD0CxS+kOGDtxoynjaCfx0pfk52CPuInrOR75lzRugygtv4zEiy90UwfSD9NheMITJWLaXWayO8XeOlWRXVnIGk2W6WdYoYMQ+KqixQNPowgt+6a1BSKbUtz+lUFAoBAAAAVlA4IL4AAACQAgCdASoQABAAAwA0JbACdDBPCIUMfAMdCCz96AD+/XSg/QKbH4r3Q3ycN/bSDK/T/zVo4u6nvclvG/SqxWOuup+XhN9BojvaW+Tv+MvxvX/hr/o/5Qns9LtmX/+qKdl/yWznhuasl7nkxvSTI4xf3Y85VSB/lU/8Ofj/b9JrA+ifvIOYZm2x1RP/dhfmsf5diuSfR7+z+r/+HR3zEo/+XM/B+vkYw73Pzx+ROaAB/ZoBSzEs3rzZe6qsAAAA',
  'base64',
);

export function pngChunk(name: string, data: Uint8Array): Buffer<ArrayBuffer> {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(data.length, 0);
  around.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)]);
}

/** A whole PNG of one grey, which compresses to a thousandth, with chunks of its own before the picture. */
export function wholePng(width: number, height: number, ...chunks: Buffer[]): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.writeUInt8(8, 8);
  const pixels = deflateSync(Buffer.alloc((width + 1) * height));
  return Buffer.concat([
    ...[Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), pngChunk('IHDR', head), ...chunks],
    ...[pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))],
  ]);
}

/** A PNG that carries a text where its picture keeps notes. */
export const pngSaying = (text: string) =>
  wholePng(64, 64, pngChunk('tEXt', Buffer.from(`Comment\0${text}`, 'latin1')));

/** A PNG of some two hundred bytes more than that. */
export const pngOfBytes = (bytes: number) => wholePng(8, 8, pngChunk('noIs', Buffer.alloc(bytes, 'x')));
