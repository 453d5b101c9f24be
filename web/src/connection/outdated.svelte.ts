/** Whether the server speaks another version of the protocol than this page. */
export const page: { outdated: boolean } = $state({ outdated: false })
