/** Loads the receipt's chunk. Called as soon as a form can be sent, so that the receipt works even if the connection is lost meanwhile. */
export const loadReceiptView = () => import('./receipt-view.tsx').then((loaded) => loaded.default)
