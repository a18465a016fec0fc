/** The receipt's own chunk. Fetched as soon as a form can be sent, so that it is there when the connection is lost meanwhile. */
export const loadReceiptView = () => import('./receipt-view.tsx').then((loaded) => loaded.default)
