declare module 'snowball-stemmers' {
  export function newStemmer(algorithm: 'german' | 'english'): { stem(word: string): string };
}
