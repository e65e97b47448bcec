import { generateKeyPairSync, sign } from 'node:crypto';

const ECDSA_WITH_SHA256 = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02];
const COMMON_NAME = [0x55, 0x04, 0x03];
const SUBJECT_ALT_NAME = [0x55, 0x1d, 0x11];
const BASIC_CONSTRAINTS = [0x55, 0x1d, 0x13];

const [BOOLEAN, INTEGER, BITS, BYTES, OID, TEXT, TIME, SEQUENCE, SET] = [1, 2, 3, 4, 6, 12, 23, 48, 49];
const [DNS_NAME, VERSION, EXTENSIONS] = [0x82, 0xa0, 0xa3];

/** One DER element (X.690): tag, length, content. */
function der(tag: number, ...parts: (Buffer | string | number[])[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part as Buffer)));
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

/** A self-signed X.509 certificate for `host` (RFC 5280) with its key, both as PEM. */
export function createCertificate(host: string): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(SEQUENCE, der(OID, ECDSA_WITH_SHA256));
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, der(OID, COMMON_NAME), der(TEXT, host))));
  const extensions = der(
    SEQUENCE,
    der(SEQUENCE, der(OID, SUBJECT_ALT_NAME), der(BYTES, der(SEQUENCE, der(DNS_NAME, host)))),
    der(SEQUENCE, der(OID, BASIC_CONSTRAINTS), der(BYTES, der(SEQUENCE, der(BOOLEAN, [255])))),
  );
  const body = der(
    SEQUENCE,
    der(VERSION, der(INTEGER, [2])),
    der(INTEGER, [1]),
    algorithm,
    name,
    der(SEQUENCE, der(TIME, '200101000000Z'), der(TIME, '491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(EXTENSIONS, extensions),
  );
  const whole = der(SEQUENCE, body, algorithm, der(BITS, [0], sign('sha256', body, privateKey)));
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString('base64')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
