package sim

// withoutWaiting is nothing: folders of Windows hold no named pipes.
const withoutWaiting = 0
