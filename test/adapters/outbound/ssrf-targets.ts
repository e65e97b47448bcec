/** Addresses that must be refused before anything is connected; none of them needs a lookup. */
export const HOSTILE_URLS = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://0/',
  'http://0.0.0.0/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[0:0:0:0:0:ffff:a9fe:a9fe]/',
  'http://[64:ff9b::169.254.169.254]/',
  'http://[64:ff9b:1::1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/',
  'http://[fd00:ec2::254]/',
  'http://[fe80::1]/',
  'http://[fc00::1]/',
  'http://169.254.169.254/',
  'http://169.254.170.2/',
  'http://2852039166/',
  'http://0xA9FEA9FE/',
  'http://100.100.100.200/',
  'http://100.64.0.1/',
  'http://192.0.0.192/',
  'http://198.18.0.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://192.168.0.1/',
  'http://①②⑦.⓪.⓪.①/',
  'http://127。0。0。1/',
  'http://user:pw@127.0.0.1/',
  'http://1.1.1.1@127.0.0.1/',
  'http://127.0.0.1#@1.1.1.1/',
  'http:127.0.0.1/',
  'http:/127.0.0.1',
  '//127.0.0.1/',
  'file:///etc/passwd',
  'FILE:///etc/passwd',
  'ftp://127.0.0.1/',
  'gopher://127.0.0.1:6379/_',
  'data:text/html,x',
  'javascript:alert(1)',
  'jar:http://127.0.0.1!/',
  'http://127.0.0.1:5432/',
  'http://1.1.1.1:25/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://[ff02::1]/',
  'http://[100::1]/',
  'http://[2001:db8::1]/',
  'http://192.0.2.1/',
  'http://240.0.0.1/',
  'http://[::127.0.0.1]/',
];

/** Names that are refused unseen, without a lookup. */
export const INNER_NAMES = [
  'http://localhost/',
  'http://LOCALHOST./',
  'http://foo.localhost/',
  'http://metadata.google.internal/',
];

/** Names that are refused for one of their addresses. */
export const HOSTILE_NAMES: Record<string, string[]> = {
  'two-a-records.example': ['1.1.1.1', '10.0.0.1'],
  'aaaa-only.example': ['::ffff:127.0.0.1'],
};

/** Where a public site sends its visitors, and what that must come to. */
export const HOSTILE_REDIRECTS: Record<string, { location: string; fault: string }> = {
  'redirect.example': { location: 'http://169.254.169.254/', fault: 'not_public: 169.254.169.254' },
  'redirect-file.example': { location: 'file:///etc/passwd', fault: 'invalid_address: only http and https' },
  'redirect-loop.example': {
    location: 'http://redirect-loop.example/',
    fault: 'too_many_redirects: redirect-loop.example',
  },
};

/** What a guard must not refuse, with the host it has to see. */
export const ALLOWED_URLS: Record<string, string> = {
  'https://1.1.1.1/': '1.1.1.1',
  'http://1.1.1.1\\@127.0.0.1/': '1.1.1.1',
  'https://[2606:4700::1]/': '[2606:4700::1]',
};
