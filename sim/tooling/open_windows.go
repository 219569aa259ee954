package tooling

// WithoutWaiting is nothing: folders of Windows hold no named pipes.
const WithoutWaiting = 0
