import HeapGraph

print("not yet")
