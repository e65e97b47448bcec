/** Why a document holds no text that could be read: `pictures` is a scan, `locked` needs a password. */
export type DocumentFault = 'broken' | 'locked' | 'pictures' | 'too_many_pages' | 'too_much_memory';

export class DocumentFaultError extends Error {
  readonly fault: DocumentFault;

  constructor(fault: DocumentFault, cause?: unknown) {
    super(fault, { cause });
    this.fault = fault;
  }
}
