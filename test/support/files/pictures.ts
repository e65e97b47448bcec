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
