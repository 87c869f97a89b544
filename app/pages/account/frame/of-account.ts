/** Sent along: another tab may have signed in to another account in the meantime, and the auth service refuses the form then. */
export const ofAccount = (id: string): object => ({ account: id });
