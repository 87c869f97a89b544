/**
 * Whose form it is, to be sent to the auth service with what it changes: another tab of the browser may have signed in to another account
 * in the meantime, and the service refuses the form then.
 */
export const ofAccount = (id: string): object => ({ account: id });
