"""Questions in the body of a function, in both eras, with the SDK's own client in process."""
